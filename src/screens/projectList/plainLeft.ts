/** After a protected copy was made: the project that it was made of is still there and can be read without the password, which the list of projects asks about. */
import { proxy } from 'valtio'

interface Left {
  /** The plain project. */
  uuid: string
  name: string
  /** Its protected copy. */
  copy: { uuid: string; title: string }
}

/** Until its person has answered, or loads the page anew. */
export const plainLeft = proxy<{ of: Left | null }>({ of: null })
