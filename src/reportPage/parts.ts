/**
 * Where the parts of a report come from: scripts beside the page, which work from a disk as they do from a server; or the window that
 * shows the report as a preview, which answers what it is asked.
 */
import { fileOfPart, valueOfPart } from '../model/report.ts'
import type { PreviewAnswer, PreviewAsk, PreviewEscape } from '../model/reportPreview.ts'

export interface Parts {
  /** Rejects where it is missing. */
  load(part: string): Promise<unknown>
  /** The address of an image of the report. */
  image(file: string): Promise<string>
}

export function partsFromScripts(): Parts {
  const waiting = new Map<string, (value: unknown) => void>()
  Object.assign(globalThis, { thicketReport: (part: string, value: unknown) => waiting.get(part)?.(value) })
  return {
    load: (part) =>
      new Promise((resolve, reject) => {
        waiting.set(part, resolve)
        const script = Object.assign(document.createElement('script'), { src: fileOfPart(part) })
        script.onload = () => script.remove()
        script.onerror = () => reject(new Error(part))
        document.head.append(script)
      }),
    image: async (file) => file,
  }
}

export function partsFromParent(): Parts {
  const waiting = new Map<string, (file: Blob | null) => void>()
  addEventListener('message', ({ source, data }: MessageEvent<PreviewAnswer<Blob>>) => {
    if (source === parent) waiting.get(data.name)?.(data.file)
  })
  addEventListener('keydown', ({ key }) => {
    const escaped: PreviewEscape = { escape: true }
    if (key === 'Escape') parent.postMessage(escaped, '*')
  })
  const file = async (name: string): Promise<Blob> => {
    const found = await new Promise<Blob | null>((resolve) => {
      waiting.set(name, resolve)
      const asked: PreviewAsk = { ask: name }
      parent.postMessage(asked, '*')
    })
    if (!found) throw new Error(name)
    return found
  }
  return {
    load: async (part) => valueOfPart(part, await (await file(fileOfPart(part))).text()),
    image: async (name) => URL.createObjectURL(await file(name)),
  }
}
