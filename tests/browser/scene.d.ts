// Made by python -m tests.browser.scene_types from the program's own types: do not edit.

interface Seat {
  seat: number;
  name: string;
  cards: number | null;
  score: number;
  waits: boolean;
  to_move: boolean;
  away: boolean;
  dealer: boolean;
  partner: boolean;
  uno: string;
  turned_away: string[];
  key: string;
  chosen: boolean;
  side?: number;
}

interface HandCard {
  card: number;
  face: string | null;
  key: string;
  playable: boolean;
  selected: boolean;
  planned: boolean;
  other_side: string | null;
  dim: boolean;
}

interface Choice {
  key: string;
  label: string;
  action: string;
  selected: boolean;
  colour: string | null;
  strong: boolean;
}

interface LogLine {
  text: string;
  kind: string;
  cards: [number, number, string][];
}

interface Row {
  text: string;
  style: string;
  cards: string[];
  after: string;
  sign: string;
  bar: number | null;
  head: string;
  selected: boolean;
  action: string;
  code: string;
  cells: string[];
}

interface Overlay {
  title: string;
  rows: Row[];
  footer: string;
  scroll: number;
  options: Choice[];
  kind: string;
}

interface UnoWindow {
  name: string;
  own: boolean;
  key: string;
  jump: boolean;
  ends: number;
}

interface Moment {
  title: string;
  text: string;
  cards: [string, string][];
}

interface Timeline {
  at: number;
  last: number;
  label: string;
  marks: number[];
  shown: boolean;
}

interface Scene {
  title: string;
  side: number;
  two_sided: boolean;
  own: Seat | null;
  others: Seat[];
  top: string | null;
  colour: string | null;
  direction: number;
  pile: number;
  pile_shows: string | null;
  battle: [string, string[]] | null;
  news: string;
  progress: [number, number] | null;
  hand: HandCard[];
  prompt: string;
  urgent: boolean;
  options: Choice[];
  message: string;
  coach: string;
  log: LogLine[];
  window: UnoWindow | null;
  clock: string;
  overlay: Overlay | null;
  moment: Moment | null;
  timeline: Timeline | null;
  help_key: string;
  typing: boolean;
  seated: boolean;
  chats: boolean;
}

interface Flight {
  origin: number | null;
  target: number | null;
  face: string | null;
  cards: number;
}

interface Chair {
  name: string;
  note: string;
  own: boolean;
}

interface Lobby {
  title: string;
  chairs: Chair[];
  rules: string[];
  invitation: Invitation;
  message: string;
  status: string;
  house_rules: string[];
  heading: string;
  form: Form | null;
  codes: [string, string, string][];
  may: Record<'agree' | 'change' | 'host' | 'guest' | 'take' | 'leave', boolean> & {back: string};
}

interface Invitation {
  commands: string[];
  here: boolean;
}

interface FormLine {
  name: string;
  label: string;
  values: string[];
  labels: string[];
  value: string;
  text: boolean;
  key: boolean;
  hint: string;
  opens: boolean;
  tick: boolean;
}

interface Form {
  title: string;
  fields: FormLine[];
  intro: string;
  message: string;
  cursor: number;
  footer: string;
  logo: boolean;
  done: string | null;
  deletes: boolean;
  listening: boolean;
}

/** The words of the page's own controls (cli/browser/page_words.py), and a rule set's cards (view.py). */
type Words = Record<string, any>;
type Act = (message: Record<string, any>) => void;
type Hall = { status: string, standings: string[], tables: string[], message: string };
interface Deck {
  sides: Record<string, [name: string, picture: string]>[];
  back: string;
  colours: Record<string, [name: string, fill: string, ink: string, letter: string]>;
}
