/* What the build writes beside the scripts. */
export const SETTINGS: { lock: object; home: string; game: string };
