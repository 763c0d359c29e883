/* The settings that the build writes next to the scripts. */
export const SETTINGS: { lock: object; home: string; game: string };
