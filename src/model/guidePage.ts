/** The guide inside the program: what the build writes (`server/building/guidePages.ts`) and the screen shows agree on this. */
export interface GuidePage {
  /** In its address: the name of its file. */
  readonly name: string
  readonly title: string
  /** Its headings right below the title. */
  readonly parts: readonly { readonly id: string; readonly title: string }[]
  readonly html: string
}
