// The scene as the program sends it (cli/screen/scene.py, cli/browser/table_view.py), for the type checker.

/** @typedef {Record<string, any>} Words */

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {number | null} cards null: not in the round
 * @property {number} score
 * @property {boolean} waits
 * @property {boolean} to_move
 * @property {boolean} away
 * @property {boolean} dealer
 * @property {boolean} partner
 * @property {string} uno
 * @property {string[]} turned_away
 * @property {string} key
 * @property {boolean} chosen
 * @property {number} [side] which side turned_away shows, if not the usual one
 */

/**
 * @typedef {object} HandCard
 * @property {number} card
 * @property {string | null} face null: face down, also for its holder
 * @property {string} key
 * @property {boolean} playable
 * @property {boolean} selected
 * @property {boolean} planned
 * @property {string | null} other_side
 * @property {boolean} dim
 */

/**
 * @typedef {object} Option
 * @property {string} key
 * @property {string} label
 * @property {string} action
 * @property {boolean} selected
 * @property {string | null} colour
 * @property {boolean} strong
 */

/** @typedef {{text: string, kind: string, cards: [number, number, string][]}} Line */
/** @typedef {{text: string, style: string, cards: string[], after: string, sign: string, bar: number | null, head: string, action: string, code: string, cells: string[]}} Row */
/** @typedef {{title: string, rows: Row[], footer: string, options: Option[]}} Overlay */
/** @typedef {{title: string, text: string, cards: [string, string][]}} Moment */
/** @typedef {{origin: number | null, target: number | null, face: string | null, cards: number}} Flight */
/** @typedef {{at: number, last: number, label: string, marks: number[], shown: boolean}} Timeline */

/**
 * @typedef {object} Scene
 * @property {string} title
 * @property {number} side
 * @property {boolean} two_sided
 * @property {Seat | null} own
 * @property {Seat[]} others
 * @property {string | null} top
 * @property {string | null} colour
 * @property {number} direction
 * @property {number} pile
 * @property {string | null} pile_shows
 * @property {[string, string[]] | null} battle
 * @property {string} news
 * @property {[number, number] | null} progress
 * @property {HandCard[]} hand
 * @property {string} prompt
 * @property {boolean} urgent
 * @property {Option[]} options
 * @property {string} message
 * @property {string} coach
 * @property {Line[]} log
 * @property {{name: string, own: boolean, key: string, ends: number} | null} window
 * @property {string} clock
 * @property {Overlay | null} overlay
 * @property {Moment | null} moment
 * @property {Timeline | null} timeline
 * @property {boolean} seated
 * @property {boolean} chats
 */

export {};
