/**
 * What stands in a file of the exchange format, as it stands there: names and positions are the writer's. Keys are those of guid.ts, ''
 * where there is none; times are in ms, 0 where none is told.
 */

export interface Coding {
  kind: 'coding'
  code: string
  user: string
  time: number
  notes: string[]
}

/** A passage of a text. `start` and `end` are as the writer counts; NaN: not told. */
export interface Selection {
  kind: 'selection'
  key: string
  /** Empty where nobody will ask for it (see elements.ts). */
  name: string
  start: number
  end: number
  user: string
  time: number
  description: string
  codings: Coding[]
  notes: string[]
}

export interface VariableValue {
  variable: string
  value: string
}

/** NaN: the file does not say, or nonsense. */
export interface SyncPoint {
  position: number
  ms: number
}

/** Everything that has a text of its own: a source, a note, what a PDF says, a transcript. */
export interface Text {
  kind: 'text'
  /** The element's name. */
  element: string
  key: string
  name: string
  plainPath: string
  richPath: string
  /** PlainTextContent; null where there is none. */
  content: string | null
  description: string
  user: string
  time: number
  modifyingUser: string
  modified: number
  selections: Selection[]
  /** Of the text as a whole. */
  codings: Coding[]
  notes: string[]
  values: VariableValue[]
  /** Of a transcript: a place in its text, and when that was said, in ms. */
  syncPoints: Map<string, SyncPoint>
}

/** A part of a picture, a page or a recording. */
export interface Area {
  kind: 'area'
  element: string
  key: string
  /** Of a page of a PDF; '' elsewhere. */
  page: string
  description: string
  user: string
  time: number
  codings: Coding[]
  notes: string[]
  /** What is read there. */
  text: Text | null
}

/** A source that is no text: it may have texts. */
export interface Medium {
  kind: 'medium'
  element: string
  key: string
  name: string
  path: string
  description: string
  user: string
  time: number
  texts: Text[]
  areas: Area[]
  codings: Coding[]
  notes: string[]
  values: VariableValue[]
}

export interface Code {
  kind: 'code'
  key: string
  name: string
  codable: boolean
  color: string
  description: string
  notes: string[]
  /** null at the top. */
  parent: Code | null
}

export interface Variable {
  kind: 'variable'
  key: string
  name: string
  type: string
  description: string
}

export interface Case {
  kind: 'case'
  key: string
  name: string
  description: string
  codes: string[]
  values: VariableValue[]
  sources: string[]
  selections: string[]
}

export interface CodeSet {
  kind: 'set'
  key: string
  name: string
  description: string
  codes: string[]
  sources: string[]
  notes: string[]
}

export interface Link {
  kind: 'link'
  origin: string
  target: string
  notes: string[]
}

export interface Vertex {
  code: string
  x: number
  y: number
}

export interface Graph {
  kind: 'graph'
  name: string
  vertices: Vertex[]
  edges: number
}

export interface Exchange {
  kind: 'project'
  name: string
  origin: string
  user: string
  time: number
  description: string
  notes: string[]
  /** Names by key. */
  users: Map<string, string>
  codes: Code[]
  variables: Variable[]
  cases: Case[]
  sources: (Text | Medium)[]
  ownNotes: Text[]
  links: Link[]
  sets: CodeSet[]
  graphs: Graph[]
  /** Elements that are not of the format, by name. */
  unknown: Map<string, number>
  /** Characters of its words and names that were controls of the C1 set (`fromC1`). */
  mended: number
}

export const emptyExchange = (): Exchange => ({
  kind: 'project',
  name: '',
  origin: '',
  user: '',
  time: 0,
  description: '',
  notes: [],
  users: new Map(),
  codes: [],
  variables: [],
  cases: [],
  sources: [],
  ownNotes: [],
  links: [],
  sets: [],
  graphs: [],
  unknown: new Map(),
  mended: 0,
})
