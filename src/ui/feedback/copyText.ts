import type { Translate } from '../../i18n/i18n.ts'
import { toast } from './toast.ts'

/** Whether the browser has taken it: some have no clipboard for a page, some refuse it. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The same, and says how it went. */
export async function copyText(t: Translate, text: string): Promise<void> {
  if (await toClipboard(text)) toast.show({ message: t('text.copied'), timeout: 1500 })
  else toast.show({ kind: 'error', message: t('text.notCopied') })
}
