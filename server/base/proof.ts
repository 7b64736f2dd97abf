/**
 * That whoever listens on a port of ours is a Thicket of this installation, before it is sent the secret: it shows that it knows the secret, by
 * a hash over it, a number that was just made up, and its own port, so that no other can pass the question on.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const nonceShape = /^[\w-]{22,64}$/

export const proofOf = (secret: string, port: number, nonce: string): string =>
  createHmac('sha256', secret).update(`thicket ${port} ${nonce}`).digest('base64url')

export function isProof(given: unknown, secret: string, port: number, nonce: string): boolean {
  const [said, right] = [Buffer.from(String(given)), Buffer.from(proofOf(secret, port, nonce))]
  return said.length === right.length && timingSafeEqual(said, right)
}
