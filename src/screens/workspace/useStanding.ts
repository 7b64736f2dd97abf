import { useState } from 'react'

/** Something that stands over the page or not. */
export interface Standing {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

export function useStanding(): Standing {
  const [isOpen, setOpen] = useState(false)
  return { isOpen, setOpen }
}
