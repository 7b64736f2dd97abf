/** Words for what has none of its own, in the person's language. */
export interface DocxOptions {
  untitledSource: string
  untitledQuirk: string
  /** Of a question without words; `{n}` stands for its place. */
  unnamedQuestion: string
}
