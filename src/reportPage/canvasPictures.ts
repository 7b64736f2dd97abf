/** The canvas and the arranged view as they were on the day. */
import type { ReportPicture, ReportProject } from '../model/report.ts'
import { el } from './el.ts'
import type { Parts } from './parts.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'

/** Loads when it comes near the window, and before a print. */
export function picture(
  { file, title, width, height }: Pick<ReportPicture, 'file' | 'title'> & { width?: number; height?: number },
  parts: Parts,
): HTMLImageElement {
  const image = el('img', { alt: title, width, height, decoding: 'async' })
  const show = () => {
    if (image.hasAttribute('src')) return
    image.setAttribute('src', '')
    void parts.image(file).then((address) => {
      image.src = address
    })
  }
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      show()
    },
    { rootMargin: '1000px' },
  )
  near.observe(image)
  addEventListener('beforeprint', show)
  return image
}

export function canvasPictures({ pictures }: ReportProject, parts: Parts, { say }: Speech): HTMLElement | null {
  if (pictures.length === 0) return null
  const figures = pictures.map((one) => el('figure', {}, picture(one, parts), el('figcaption', {}, one.title)))
  return section('canvas', say('report.canvas'), el('div', { class: 'pictures' }, ...figures))
}
