import { type ReactNode, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'

const PlainWarning = lazyPart(async () => (await import('./PlainWarning.tsx')).PlainWarning)

/** Of a protected project nothing is exported before somebody has said yes to a file that is plain. */
export function usePlainWarning(): { ask: (run: () => void) => void; dialog: ReactNode } {
  const { isProtected } = useSnapshot(useProject().state)
  const [asked, setAsked] = useState<(() => void) | null>(null)
  return {
    ask: (run) => (isProtected ? setAsked(() => run) : run()),
    dialog: asked && (
      <Suspense>
        <PlainWarning onClose={() => setAsked(null)} onConfirm={asked} />
      </Suspense>
    ),
  }
}
