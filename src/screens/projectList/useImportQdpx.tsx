import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../lazyPart.ts'
import { useGivenQdpx } from './useGivenQdpx.ts'

const ImportQdpx = lazyPart(async () => (await import('./ImportQdpx.tsx')).ImportQdpx)

export interface QdpxImport {
  /** Opens the browser's own dialogue for files. */
  choose: () => void
  take: (files: readonly File[]) => void
  /** To be put once into the screen. */
  dialogs: ReactNode
}

const notSupported = (name: string): Problem => ({ kind: 'fileTypeNotSupported', name })

/** A `.qdpx` becomes a new project. */
export function useImportQdpx(): QdpxImport {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [path, setPath] = useState<string | undefined>()
  useGivenQdpx((given, at) => {
    setPath(at)
    setFile(given)
  })
  const take = (files: readonly File[]) => {
    const [first] = files
    if (!first) return
    if (files.length > 1) toast.show({ kind: 'error', message: t('importQdpx.oneFile') })
    else if (!/\.qdpx$/i.test(first.name)) showProblem(notSupported(first.name))
    else {
      setPath(undefined)
      setFile(first)
    }
  }
  return {
    choose: () => input.current?.click(),
    take,
    dialogs: (
      <>
        <input
          ref={input}
          type="file"
          hidden
          accept=".qdpx"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // The same file may be chosen again.
            event.target.value = ''
            take(files)
          }}
        />
        {file && (
          <Suspense>
            <ImportQdpx file={file} path={path} onClose={() => setFile(null)} />
          </Suspense>
        )}
      </>
    ),
  }
}
