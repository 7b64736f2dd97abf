import { useMemo } from 'react'
import { type OwnSettings, type Settings, settingsOf } from '../../model/rules/projects/settings.ts'
import { useRows } from './useLive.ts'

/** What this person sees the open project with; `own`: `settings` of `state/device`. */
export function useSettings(own: OwnSettings): Settings {
  const preferences = useRows('preferences', {})
  return useMemo(() => settingsOf(own, preferences), [own, preferences])
}
