import { useEffect } from 'react'
import { useRows } from '../../../data/live/useLive.ts'
import { saysDark } from '../../../model/rules/projects/settings.ts'
import { setProjectDark } from '../../theme.ts'

/** What a project's preferences change about the page as a whole: its theme (`darkTheme`), until it is left. */
export function useProjectPreferences(): void {
  const dark = saysDark(useRows('preferences', {}))
  useEffect(() => {
    setProjectDark(dark)
    return () => setProjectDark(false)
  }, [dark])
}
