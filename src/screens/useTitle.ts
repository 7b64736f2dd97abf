import { useEffect } from 'react'
import { useT } from '../i18n/useT.ts'

/** The document's title: what is shown, then the program's name. */
export function useTitle(shown: string): void {
  const name = useT()('app.name')
  useEffect(() => {
    document.title = shown ? `${shown} – ${name}` : name
  }, [shown, name])
}
