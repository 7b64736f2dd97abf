/** What a journey needs of a browser that is not Chromium, whichever protocol drives it. Places are in px of the window. */
export interface Engine {
  readonly name: string
  /** As the browser says it. */
  readonly version: string
  /** Where its downloads come to lie. */
  readonly downloads: string
  newTab(): Promise<Tab>
  end(): Promise<void>
}

export interface Tab {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Calls a function in the page, which stands on itself, and brings what JSON can hold of its answer. */
  ask<T, A extends Told[]>(question: (...args: A) => T, ...args: A): Promise<T>
  /** Each is a letter, a named key or a chord: `a`, `Enter`, `Control+z`. */
  press(...chords: readonly string[]): Promise<void>
  /** Goes to the first place, presses, goes along the others and lets go at the last. */
  drag(path: readonly PagePoint[]): Promise<void>
  /** Gives a file to the field that this selector names. */
  choose(selector: string, file: string): Promise<void>
  /** What shows, as a PNG. */
  picture(): Promise<Uint8Array>
}

/** What a page can be given. */
export type Told = string | number | boolean

/** The call as an expression. */
export const callOf = (question: (...args: never[]) => unknown, args: readonly Told[]): string =>
  `(${question})(${args.map((arg) => JSON.stringify(arg)).join()})`

export interface PagePoint {
  x: number
  y: number
}

/** Names that both protocols share, as code points of WebDriver's keyboard. */
export const namedKeys: Readonly<Record<string, string>> = {
  Enter: '\ue007',
  Escape: '\ue00c',
  Tab: '\ue004',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
  Shift: '\ue008',
  Control: '\ue009',
}
