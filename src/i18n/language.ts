/** Which language the page speaks: the cookie's, else the browser's, else English; changed without a reload. */
import { languages, localeCookieDays } from '../model/limits.ts'
import { i18n, type Messages } from './i18n.ts'

export const LANGUAGES = languages
export type Language = (typeof LANGUAGES)[number]

const COOKIE = 'language'

type Load = () => Promise<{ default: Partial<Messages> }>

/** What the screens say that a visit begins with: the build takes the files apart (`server/building/firstWords.ts`). English begins with the page. */
const loadFirst: Record<Exclude<Language, 'en'>, Load> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
}
/** What an open project says besides, with a text in it, and all else. */
const loadMore = {
  project: {
    de: () => import('./de.json?project', { with: { type: 'json' } }),
    en: () => import('./en.json?project', { with: { type: 'json' } }),
    es: () => import('./es.json?project', { with: { type: 'json' } }),
    fr: () => import('./fr.json?project', { with: { type: 'json' } }),
    pt: () => import('./pt.json?project', { with: { type: 'json' } }),
  },
  rest: {
    de: () => import('./de.json?rest', { with: { type: 'json' } }),
    en: () => import('./en.json?rest', { with: { type: 'json' } }),
    es: () => import('./es.json?rest', { with: { type: 'json' } }),
    fr: () => import('./fr.json?rest', { with: { type: 'json' } }),
    pt: () => import('./pt.json?rest', { with: { type: 'json' } }),
  },
} as const satisfies Record<string, Record<Language, Load>>

const isLanguage = (tag: string): tag is Language => LANGUAGES.some((language) => language === tag)

/** The choice made from a cookie header's text and the browser's languages, best first, such as `pt-BR`. */
export function chooseLanguage(cookies: string, preferred: readonly string[]): Language {
  const stored = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies)?.[1] ?? ''
  const tags = [stored, ...preferred].map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return tags.find(isLanguage) ?? 'en'
}

/**
 * The language as it is written where the person lives, by the browser's languages, best first: dates in en-GB are not those of en-US.
 * A browser may name what is no tag of a language (`en-US@posix`, of a system without one): Intl throws at it, so it is passed over.
 */
export const regional = (language: string, preferred: readonly string[]): string =>
  preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isTag(tag)) ?? language

export function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}

let wanted: Language = 'en'
const loaded = new Set<Load>()

/** What a part of the page may say: what an open project does, or anything. */
export type Saying = 'project' | 'anything'

/** Until the current language has those words. Rejects where they cannot be fetched; who asks again has them fetched again. */
export async function wordsFor(saying: Saying, language: Language = wanted): Promise<void> {
  const { project, rest } = loadMore
  const needed: readonly Load[] = saying === 'project' ? [project[language]] : [project[language], rest[language]]
  await Promise.all(needed.map((load) => addWords(language, load)))
}

/** What is fetched when it is used, with all that it may say. */
export const withWords = async <T>(part: Promise<T>): Promise<T> => (await Promise.all([part, wordsFor('anything')]))[0]

async function addWords(language: Language, load: Load): Promise<void> {
  if (loaded.has(load)) return
  const { default: words } = await load()
  if (loaded.has(load)) return
  loaded.add(load)
  i18n.load(language, words)
}

/** `words`: what else is to be there by then. */
async function activate(language: Language, words?: Saying): Promise<void> {
  wanted = language
  const [first] = await Promise.all([
    language === 'en' ? null : loadFirst[language](),
    words && wordsFor(words, language),
  ])
  if (first) i18n.load(language, first.default)
  // A later choice may have overtaken this one while its chunk was loading.
  if (wanted !== language) return
  i18n.activate(language)
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Before the first render. Rejects only when the language's chunk cannot be fetched; English then stays. */
export function startLanguage(): Promise<void> {
  return activate(chooseLanguage(document.cookie, navigator.languages))
}

/** Changes the language and keeps it in the cookie. */
export async function setLanguage(language: Language): Promise<void> {
  await activate(language, 'anything')
  if (typeof document === 'undefined') return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${COOKIE}=${language}; max-age=${localeCookieDays * 86_400}; path=${location.pathname}; SameSite=Strict`
}
