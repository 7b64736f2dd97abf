import { initials } from './initials.ts'

interface AvatarProps {
  author: string
  /** Which of `personPalette`. */
  colour: number
}

/** A person in small; the name stands beside it or is its owner's to say. */
export const Avatar = ({ author, colour }: AvatarProps) => (
  <span className="avatar" data-person={colour} aria-hidden>
    {initials(author)}
  </span>
)
