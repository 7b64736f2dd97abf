/** Which language the page speaks: the cookie's, else the browser's, else English; changed without a reload. */
import { i18n, type Messages } from './i18n.ts'

export const LANGUAGES = ['de', 'en', 'es', 'fr', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]

const COOKIE = 'language'
const COOKIE_DAYS = 365

type Load = () => Promise<{ default: Partial<Messages> }>

/** What the screens say that a visit begins with, and all else: the build takes the files apart (`firstWords.ts`). English begins with the page. */
const loadFirst: Record<Exclude<Language, 'en'>, Load> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
}
const loadRest: Record<Language, Load> = {
  de: () => import('./de.json?rest', { with: { type: 'json' } }),
  en: () => import('./en.json?rest', { with: { type: 'json' } }),
  es: () => import('./es.json?rest', { with: { type: 'json' } }),
  fr: () => import('./fr.json?rest', { with: { type: 'json' } }),
  pt: () => import('./pt.json?rest', { with: { type: 'json' } }),
}

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

function isTag(tag: string): boolean {
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
const whole = new Set<Language>()

/** Until the current language has all its words. Rejects where they cannot be fetched; who asks again has them fetched again. */
export async function allWords(language: Language = wanted): Promise<void> {
  if (whole.has(language)) return
  const { default: words } = await loadRest[language]()
  if (whole.has(language)) return
  whole.add(language)
  i18n.load(language, words)
}

async function activate(language: Language): Promise<void> {
  wanted = language
  if (language !== 'en') i18n.load(language, (await loadFirst[language]()).default)
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
  // What is on the screen may say anything.
  await Promise.all([activate(language), allWords(language)])
  if (typeof document === 'undefined') return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${COOKIE}=${language}; max-age=${COOKIE_DAYS * 86_400}; path=${location.pathname}; SameSite=Strict`
}
