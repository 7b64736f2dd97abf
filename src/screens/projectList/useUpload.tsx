import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'
import { showNotSupported } from './showNotSupported.ts'

const UploadDialog = lazyPart(async () => (await import('./UploadDialog.tsx')).UploadDialog)

export interface ProjectUploads {
  /** Opens the browser's own dialogue for files. */
  choose: () => void
  take: (file: File) => void
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/** 2 §5: what can become a project of the server as it is. */
const isUploadable = ({ name }: File): boolean => /\.(qrk|json)$/i.test(name)

/** `taken`: names that the person's projects have. */
export function useUpload(taken: readonly string[]): ProjectUploads {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const take = (chosen: File) => {
    if (isUploadable(chosen)) setFile(chosen)
    else showNotSupported(chosen.name)
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
          accept=".qrk,.json"
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            // The same file may be chosen again.
            if (chosen) take(chosen)
            event.target.value = ''
          }}
        />
        {file && (
          <Suspense>
            <UploadDialog file={file} taken={taken} onClose={() => setFile(null)} />
          </Suspense>
        )}
      </>
    ),
  }
}
