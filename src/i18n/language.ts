/** Which language the page speaks: the cookie's, else the browser's, else English; changed without a reload. */
import { i18n, type Messages } from './i18n.ts'

export const LANGUAGES = ['de', 'en', 'es', 'fr', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]

const COOKIE = 'language'
const COOKIE_DAYS = 365

const load: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
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

async function activate(language: Language): Promise<void> {
  wanted = language
  if (language !== 'en') i18n.load(language, (await load[language]()).default)
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
  await activate(language)
  if (typeof document === 'undefined') return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${COOKIE}=${language}; max-age=${COOKIE_DAYS * 86_400}; path=${location.pathname}; SameSite=Strict`
}
