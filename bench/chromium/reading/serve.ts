/** The page of this folder, built and served as the server serves the program's: no inline style but under the nonce. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../../..')

export async function serveReading(): Promise<{ address: string; close: () => Promise<void> }> {
  const built = await build({
    entryPoints: [
      { in: join(import.meta.dirname, 'page.tsx'), out: 'page' },
      { in: join(root, 'src/styles/thicket.css'), out: 'page' },
    ],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
    jsx: 'automatic',
    minify: true,
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: 'react-jsx' } },
    logLevel: 'error',
  })
  const files = new Map(built.outputFiles.map((file) => [`/${basename(file.path)}`, file.contents]))
  const html = `<!doctype html><meta charset="utf-8"><meta name="csp-nonce" content="n1"><link rel="stylesheet" href="page.css"><style nonce="n1">.reading-spans { height: 100vh; overflow: auto; font: 17px / 1.6 serif; } .reading-spans p { margin: 0; padding: 0 40px; }</style><div id="root"></div><script type="module" src="page.js"></script>`
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname
    const file = path === '/' ? html : files.get(path)
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': types[path.split('.').at(-1) ?? ''] ?? 'text/html',
      'Content-Security-Policy': "default-src 'self'; style-src 'self' 'nonce-n1'; img-src 'self' data:",
    })
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
