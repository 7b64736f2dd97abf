/** In which language a caller is written to: by the header Accept-Language, as RFC 9110 weighs it. */
import { languages } from '../../src/model/limits.ts'

/** The first language of ours that the header Accept-Language wants. */
export function languageOf(header: string | undefined): string {
  const wanted = (header ?? '').slice(0, 500).split(',')
  const ranked = wanted.map((entry) => {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
    const q = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined)
    return { language: tag.split('-')[0] ?? '', q: q === undefined ? 1 : Number(q) }
  })
  ranked.sort((a, b) => b.q - a.q)
  return (
    languages.find((known) => known === ranked.find(({ language, q }) => q > 0 && isOurs(language))?.language) ?? 'en'
  )
}
const isOurs = (language: string): boolean => languages.some((known) => known === language)
