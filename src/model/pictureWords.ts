/** The words of the interface that stand in pictures of the canvas, for the page, the command line and the server. */
import { type ColourName, PALETTE } from './palette.ts'

export interface PictureWords {
  /** What stands for an empty title. */
  untitled: string
  canvas: string
  arranged: string
  noGroup: string
  noAuthor: string
  /** The names of the palette's colours, by their hex. */
  colours: Readonly<Record<string, string>>
}

type Key =
  | 'quirk.untitled'
  | `report.${'canvas' | 'arranged'}`
  | `arranged.${'noGroup' | 'noAuthor'}`
  | `colour.${ColourName}`

export const pictureWords = (t: (key: Key) => string): PictureWords => ({
  untitled: t('quirk.untitled'),
  canvas: t('report.canvas'),
  arranged: t('report.arranged'),
  noGroup: t('arranged.noGroup'),
  noAuthor: t('arranged.noAuthor'),
  colours: Object.fromEntries(PALETTE.map(({ name, hex }) => [hex, t(`colour.${name}`)])),
})
