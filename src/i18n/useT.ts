import { useSyncExternalStore } from 'react'
import { i18n, type Translate, t } from './i18n.ts'
import { currentLanguage, type Language } from './language.ts'

// A new function for each language, so that memoised children see the change; words that come later are those of parts that wait for them.
let current: Translate = (key, values) => t(key, values)
let language = i18n.locale
i18n.on('change', () => {
  if (i18n.locale === language) return
  language = i18n.locale
  current = (key, values) => t(key, values)
})

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** `t` for components: they render again when the language changes. */
export function useT(): Translate {
  return useSyncExternalStore(subscribe, () => current)
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage)
}
