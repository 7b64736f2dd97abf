import { type ReactNode, Suspense, useState } from 'react'
import { facts } from '../../../data/server/serverFacts.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'

const Transcription = lazyPart(async () => (await import('./Transcription.tsx')).Transcription)

/** Recordings that become texts: none where the server has no engine for it, or the person may not write (2 §2, §6). `onSource`: one is a source now. */
export function useTranscription(
  canWrite: boolean,
  onSource: (sourceId: number) => void,
): { open: (() => void) | undefined; part: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  if (!facts().speech || !canWrite) return { open: undefined, part: null }
  const open = () => setOpen(true)
  return {
    open,
    part: (
      <Suspense>
        <Transcription isOpen={isOpen} onOpen={open} onClose={() => setOpen(false)} onSource={onSource} />
      </Suspense>
    ),
  }
}
