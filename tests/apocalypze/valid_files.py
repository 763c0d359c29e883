"""A valid file of each kind that a player may write."""

DECK = """deck: Night shift
stronghold: Police Station
cards:
  Police Officer: 12
  Patsy McNally: 1
  Handgun: 4
  pop: 2
  Cult Fanatic/Zombie: 6
  hanson: 1
  Sentry: 3
"""

OVERLAY = """# my printed cards
Civilian: {value: 3, zombie: {attack: 2, defense: 1}}
Lord Brawn:
  value: 5
  text: ["Each other gang raider in his engagement has +1 attack!"]
Church: {capacity: 9, access: {owner: 2}}
Fire Axe: {attributes: [weapon, melee], bonus: {attack: 2}, displaced: true, target: your-human}
"""
POSITION = """apz: position 1
turn: 5
whose: Ann
phase: combat
players:
  - name: Ann
    stronghold: Roadside Diner
    raiders: [Lord Brawn, {card: 2 Gang Warrior, wounds: 1}, {card: Gang Warrior (5), attached: [Handgun, Adrenaline]}]
    hand: [Sentry, 2 Biker]
    discard: [Pop!, 3 Biker]
  - {name: Ben, stronghold: Police Station, attached: [Chain Link Fence, Gang Mark], hand: [Pop!],
     survivors: [{card: Police Officer, zombie: false, attached: [{card: Illness, owner: Ann}]}, Patsy McNally],
     raiders: [{card: Civilian, zombie: true, owner: Ann}], deck: [4 Police Officer]}
combat:
  attack: {1: [Lord Brawn, 2 Gang Warrior], 2: Gang Warrior (5)}
  defense: [[Patsy McNally], [Police Officer]]
  resolved: [2]
  now: 1
  boosts: [{card: Adrenaline, by: Ann, attack: 3}]
waiting:
  - {window: Ben, amount: 1}
  - {resolve: Ann, event: Pop!, targets: [Patsy McNally]}
  - {respond: Ben, event: Pop!, targets: [Patsy McNally]}
used: [Adrenaline, {card: Police Station, text: second}]
played: [Pop!, {card: Sentry, by: Ben}]
"""
