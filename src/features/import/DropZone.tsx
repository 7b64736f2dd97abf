import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { ImportIcon } from '../../ui/icons.ts'
import { droppedFiles, hasFiles } from './droppedFiles.ts'

interface DropZoneProps {
  className: string
  /** Without it, files are not taken. */
  onFiles: ((files: File[]) => void) | undefined
  /** Shown while files are over it. */
  label?: string
  children: ReactNode
}

/** Takes files that are dropped anywhere on it. Passages and bubbles are dragged through it untouched. */
export function DropZone({ className, onFiles, label, children }: DropZoneProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  // Enter and leave come for every element on the way.
  const depth = useRef(0)
  const mine = (event: DragEvent) => hasFiles(event.dataTransfer)
  const leave = () => {
    depth.current = 0
    setOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the button "Import files"
    <div
      className={className}
      onDragEnter={(event) => {
        if (!mine(event)) return
        depth.current += 1
        setOver(onFiles !== undefined)
      }}
      onDragOver={(event) => {
        if (!mine(event)) return
        // A file dropped beside would replace the page.
        event.preventDefault()
        event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none'
      }}
      onDragLeave={(event) => {
        if (!mine(event)) return
        depth.current -= 1
        if (depth.current <= 0) leave()
      }}
      onDrop={(event) => {
        if (!mine(event)) return
        event.preventDefault()
        leave()
        if (onFiles) void droppedFiles(event.dataTransfer).then(onFiles)
      }}
    >
      {children}
      {over && (
        <div className="import-over">
          <p>
            <ImportIcon aria-hidden />
            {label ?? t('source.dropFiles')}
          </p>
        </div>
      )}
    </div>
  )
}
