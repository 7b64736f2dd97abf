import { useEffect, useState } from 'react'
import { searchDebounce } from '../../model/limits.ts'

/** The value once it has rested (1 §9); the first one at once. */
export function useSettled<T>(value: T, after = searchDebounce): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, after, () => value)
    return () => clearTimeout(timer)
  }, [value, after])
  return settled
}
