/** What a reference to this program is made of; `CITATION.cff` says the same. */
export const citation = {
  authors: 'The Thicket contributors',
  title: 'Thicket: a workspace for qualitative data analysis',
  /** In which this version came out. */
  year: 2026,
} as const

export interface Cited {
  version: string
  /** Where the source of this Thicket can be had; empty: nowhere that the server has named. */
  url: string
}

/** As BibTeX and biblatex read it. */
export const bibtexOf = ({ version, url }: Cited): string =>
  [
    '@software{thicket,',
    `  author = {{${citation.authors}}},`,
    `  title = {{${citation.title}}},`,
    `  year = {${citation.year}},`,
    `  version = {${version}},`,
    ...(url ? [`  url = {${url}},`] : []),
    '}',
  ].join('\n')
