/** Which addresses may be trusted with secrets: what goes to them is encrypted, or does not leave this machine. */

/** Whether nobody but this machine can call an address. */
export const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host)

/** By https, or of this machine itself. What is no address is for others to refuse. */
export function isSecure(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
