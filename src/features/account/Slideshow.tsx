import { useEffect, useState } from 'react'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { PauseIcon, RunIcon } from '../../ui/icons.ts'
import { BubblesPicture, TogetherPicture, WordsPicture } from './SlidePictures.tsx'

const slides: readonly { Picture: () => React.JSX.Element; title: MessageKey; text: MessageKey }[] = [
  { Picture: WordsPicture, title: 'slides.words', text: 'slides.wordsText' },
  { Picture: BubblesPicture, title: 'slides.bubbles', text: 'slides.bubblesText' },
  { Picture: TogetherPicture, title: 'slides.together', text: 'slides.togetherText' },
]
/** How long each picture is shown, in ms. */
const shownFor = 7000

/** What the program is for, in pictures that change by themselves until somebody stops them. */
export function Slideshow() {
  const t = useT()
  const [at, setAt] = useState(0)
  const [plays, setPlays] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (!plays) return
    const next = setInterval(() => setAt((now) => (now + 1) % slides.length), shownFor)
    return () => clearInterval(next)
  }, [plays])
  return (
    <section className="slides" aria-label={t('slides.title')}>
      <div className="slides-stage">
        {slides.map(({ Picture, title, text }, n) => (
          <figure key={title} className="slide" data-shown={n === at || undefined} aria-hidden={n !== at}>
            <Picture />
            <figcaption>
              <strong>{t(title)}</strong>
              <span>{t(text)}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="slides-choice">
        {slides.map(({ title }, n) => (
          <button
            key={title}
            type="button"
            className="slides-dot"
            aria-label={t(title)}
            aria-current={n === at || undefined}
            onClick={() => {
              setPlays(false)
              setAt(n)
            }}
          />
        ))}
        <IconButton
          icon={plays ? PauseIcon : RunIcon}
          label={t(plays ? 'slides.pause' : 'slides.play')}
          onClick={() => setPlays(!plays)}
        />
      </div>
    </section>
  )
}
