import { useT } from '../i18n/useT.ts'
import { useKeyboard } from './keyboard.ts'
import { shortcutText } from './shortcutText.ts'

interface KeysProps {
  /** As `Mod+Shift+Z`. */
  of: string
  /** Switched off: struck through. */
  off?: boolean | undefined
}

/** Keys as they are written on this machine, in the person's language; nothing where there is no keyboard. */
export function Keys({ of, off }: KeysProps) {
  // Drawn anew when the language changes.
  useT()
  return useKeyboard() ? (
    <kbd className="ui-keys" data-off={off || undefined}>
      {shortcutText(of)}
    </kbd>
  ) : null
}
