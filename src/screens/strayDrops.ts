/**
 * A file that is dropped where nothing takes it would replace the page, with what is being written in it: it is refused there, also beside
 * dialogs and on screens that take no files. While the page of a project is still coming it is held for it.
 */
import { useEffect } from 'react'
import { droppedFiles } from '../features/import/droppedFiles.ts'

/** In the order of their dropping; null once the page of a project has been there. */
let held: { uuid: string; files: Promise<File[]> }[] | null = []

const coming = (): string | undefined => /^#\/?projects\/([0-9a-f-]{36})/.exec(location.hash)?.[1]

const over = (event: DragEvent): void => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  const uuid = coming()
  const holds = held !== null && uuid !== undefined
  event.dataTransfer.dropEffect = holds ? 'copy' : 'none'
  if (holds && event.type === 'drop') held?.push({ uuid, files: droppedFiles(event.dataTransfer) })
}

/** From now on, for as long as the page is there. */
export function watchStrayDrops(): void {
  // Those who take files have seen the event before it comes up to the window.
  addEventListener('dragover', over)
  addEventListener('drop', over)
}

/** What was dropped for this project before its page was there; from then on its page takes files, and strays are refused. */
export async function heldDrops(uuid: string): Promise<File[]> {
  const own = (held ?? []).filter((one) => one.uuid === uuid)
  held = null
  return (await Promise.all(own.map(({ files }) => files))).flat()
}

/** Gives the page of a project what was dropped while it was coming. */
export function useHeldDrops(uuid: string, take: (files: File[]) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page comes
  useEffect(() => {
    void heldDrops(uuid).then((files) => {
      if (files.length > 0) take(files)
    })
  }, [])
}
