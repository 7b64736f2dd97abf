import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Puts words at the caret of a controlled field and the caret behind them. */
export function useInserted(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): (words: string) => void {
  const caret = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the field has the new words
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])
  return (words: string) => {
    const from = field.current?.selectionStart ?? value.length
    const to = field.current?.selectionEnd ?? value.length
    caret.current = from + words.length
    onChange(value.slice(0, from) + words + value.slice(to))
  }
}
