import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { showNotSupported } from './showNotSupported.ts'
import { useGivenQdpx } from './useGivenQdpx.ts'

const ImportQdpx = lazyPart(async () => (await import('./ImportQdpx.tsx')).ImportQdpx)

export interface QdpxImport {
  /** Opens the browser's own dialogue for files. */
  choose: () => void
  take: (files: readonly File[]) => void
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/** A `.qdpx` becomes a new project. `taken`: names that the person's projects have; `takeJson`: what becomes of a project as `.json`, where it may be given here. */
export function useImportQdpx(taken: readonly string[], takeJson?: (file: File) => void): QdpxImport {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [path, setPath] = useState<string | undefined>()
  useGivenQdpx((given, at) => {
    setPath(at)
    setFile(given)
  })
  const take = (files: readonly File[]) => {
    // What is dropped with it is no reason to refuse it.
    const projects = files.filter(({ name }) => /\.qdpx$/i.test(name))
    const [first] = projects.length === 1 ? projects : files
    if (!first) return
    if (files.length > 1 && projects.length !== 1) toast.show({ kind: 'error', message: t('importQdpx.oneFile') })
    else if (takeJson && /\.json$/i.test(first.name)) takeJson(first)
    else if (!/\.qdpx$/i.test(first.name)) showNotSupported(first.name)
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
          accept={takeJson ? '.qdpx,.json' : '.qdpx'}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // The same file may be chosen again.
            event.target.value = ''
            take(files)
          }}
        />
        {file && (
          <Suspense>
            <ImportQdpx file={file} path={path} taken={taken} onClose={() => setFile(null)} />
          </Suspense>
        )}
      </>
    ),
  }
}
