import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { keepSending, type Sending } from '../data/copies/sendWaitingSteps.ts'
import { session } from '../data/server/session.ts'
import { tellExportsInBackground } from '../data/server/tellExport.ts'
import { useHashPath } from './hash.ts'
import { personsProjects } from './projectList/personsProjects.ts'

/** On every page of a person who is let in: what waits in copies that nobody has open is sent as soon as it can be, and exports are told of. */
export function SendingInBackground() {
  const { account } = useSnapshot(session)
  const [path] = useHashPath()
  const sending = useRef<Sending | null>(null)
  const atProject = /^\/projects\/(?!create$)/.test(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person's copies are others
  useEffect(() => {
    const started = keepSending(personsProjects())
    sending.current = started
    started.look()
    addEventListener('online', started.look)
    return () => {
      removeEventListener('online', started.look)
      started.stop()
    }
  }, [account?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has told of others
  useEffect(tellExportsInBackground, [account?.id, path])
  useEffect(() => {
    // A project has just been left, or another tab is; what is worked on is not to be disturbed.
    if (atProject) return
    const look = () => sending.current?.look()
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [atProject])
  return null
}
