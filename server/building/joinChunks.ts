/**
 * Fewer and larger files of a build. esbuild makes one chunk of each set of modules that the same entries need: two hundred for this page, most of
 * them smaller than the request that fetches them, and each request costs the browser as much as ten kilobytes of code.
 *
 * Promises: an entry that is no part of a layer stays a file of its own name with its own exports; every module is there once and runs after what it imports, as before; what
 * a layer is not asked for is not loaded; source maps lead to the sources.
 */
import { basename } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile, type OutputFile, type Plugin } from 'esbuild'

/** The chunks that entries share, as one file `<name>.js`. Each belongs to the first layer that needs it. */
export interface Layer {
  readonly name: string
  /** Sources that are entries, or folders of such. */
  readonly entries: readonly string[]
  /** Only what these need too. */
  readonly andEntries?: readonly string[]
  /** Entries, or folders of such, that are in the file themselves: parts that are asked for later, and are too small for a file of their own. */
  readonly parts?: readonly string[]
  /** Of those, what a visit may begin with: it has a file of its own. */
  readonly beginnings?: readonly string[]
}

type Chunks = BuildResult<{ write: false; metafile: true }>

/** A chunk as large as this, in bytes, costs more to load in vain than to ask for. */
const large = 100_000

/** A part larger than this, in bytes, has a file of its own. */
const small = 50_000

/** `made` with the maps outside and without links to them, and comments of licences inside; the options are those it was made with. */
export async function joinChunks(made: Chunks, layers: readonly Layer[], options: BuildOptions): Promise<Chunks> {
  const outputs = new Map(Object.entries(made.metafile.outputs).map(([path, output]) => [basename(path), output]))
  const contents = new Map(made.outputFiles.map((file) => [basename(file.path), file]))
  const homes = homesOf(outputs, layers)
  const { entryPoints: _, splitting: __, ...same } = options
  const joined = await build({
    ...same,
    write: false,
    metafile: true,
    entryPoints: [...new Set(homes.values())].map((home) => ({
      in: `home:${home}`,
      out: home.slice(0, -'.js'.length),
    })),
    sourcemap: 'linked',
    legalComments: 'linked',
    plugins: [joining(homes, outputs, contents)],
  })
  const others = made.outputFiles.filter(({ path }) => !/\.js(\.map)?$/.test(path))
  return { ...joined, outputFiles: [...joined.outputFiles, ...others], metafile: told(made.metafile, joined.metafile) }
}

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>

/** In which file each chunk goes. */
function homesOf(outputs: Outputs, layers: readonly Layer[]): Map<string, string> {
  const homes = new Map<string, string>()
  const scripts = [...outputs.keys()].filter((name) => name.endsWith('.js'))
  const reachedBy = (entries: readonly string[]) =>
    reached(
      outputs,
      scripts.filter((name) => entries.some((entry) => outputs.get(name)?.entryPoint?.startsWith(entry))),
    )
  for (const { name: layer, entries, andEntries } of layers) {
    const both = andEntries && reachedBy(andEntries)
    const needed = [...reachedBy(entries)].filter(
      (name) => !homes.has(name) && !outputs.get(name)?.entryPoint && (both?.has(name) ?? true),
    )
    const before = new Set(homes.keys())
    for (const name of needed) {
      const output = outputs.get(name)
      // By itself it must not need what would need it.
      const isAlone = [...reached(outputs, [name])].every((other) => other === name || before.has(other))
      homes.set(name, isAlone && output && output.bytes >= large ? name : `${layer}.js`)
    }
  }
  for (const layer of layers)
    for (const name of scripts)
      if (!homes.has(name) && isPart(outputs, name, layer)) homes.set(name, `${layer.name}.js`)
  for (const name of scripts) if (!homes.has(name)) homes.set(name, name)
  return homes
}

/** Small, and asked for only by `import()`. */
function isPart(outputs: Outputs, name: string, { parts = [], beginnings = [] }: Layer): boolean {
  const { entryPoint = '', bytes = 0 } = outputs.get(name) ?? {}
  const isOf = (places: readonly string[]) => places.some((place) => entryPoint.startsWith(place))
  if (bytes > small || !isOf(parts) || isOf(beginnings)) return false
  const asked = [...outputs.values()].flatMap(({ imports }) => imports.filter(({ path }) => basename(path) === name))
  return asked.length > 0 && asked.every(({ kind }) => kind === 'dynamic-import')
}

/** The files that a page needs for these sources, which are entries of the build. Throws where one is none. */
export function loadedWith({ outputs }: Metafile, sources: readonly string[]): Set<string> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]))
  const nameOf = (source: string): string => {
    const found = [...byName].find(([, { entryPoint }]) => entryPoint === source)
    if (!found) throw new Error(`the build has no file of its own for ${source}`)
    return found[0]
  }
  return reached(byName, sources.map(nameOf))
}

/** What is loaded with them. */
function reached(outputs: Outputs, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const { kind, path, external } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement' && !external) visit(basename(path))
  }
  for (const name of names) visit(name)
  return found
}

function joining(
  homes: ReadonlyMap<string, string>,
  outputs: Outputs,
  contents: ReadonlyMap<string, OutputFile>,
): Plugin {
  const members = Map.groupBy(homes.keys(), (name) => homes.get(name) ?? name)
  const numbers = new Map([...homes.keys()].map((name, number) => [name, number.toString(36)]))
  /** Chunks of one file may export the same name. */
  const passOn = (name: string, from: string, line: (short: string, long: string) => string) => {
    const list = outputs.get(name)?.exports.map((short) => line(short, `_${numbers.get(name)}_${short}`)) ?? []
    return list.length > 0 ? `export { ${list.join(', ')} } from '${from}'\n` : `import '${from}'\n`
  }
  /** The name under which a part is exported as a whole. */
  const whole = (name: string) => `_${numbers.get(name)}`
  const isJoined = (name: string) => homes.has(name) && homes.get(name) !== name
  /** A part is asked for in the file that it is in. */
  const asking = (text: string) =>
    text.replaceAll(/\bimport\("\.\/([^"/]+\.js)"\)/g, (same, name: string) =>
      isJoined(name) ? `import("./${homes.get(name)}").then(file=>file.${whole(name)})` : same,
    )
  return {
    name: 'join',
    setup(plugin) {
      plugin.onResolve({ filter: /^home:/ }, ({ path }) => {
        const home = path.slice('home:'.length)
        return members.get(home)?.includes(home)
          ? { path: home, namespace: 'chunk' }
          : { path: home, namespace: 'home' }
      })
      plugin.onLoad({ filter: /./, namespace: 'home' }, ({ path }) => ({
        contents: (members.get(path) ?? [])
          .map((name) =>
            outputs.get(name)?.entryPoint
              ? `export * as ${whole(name)} from './${name}'\n`
              : passOn(name, `./${name}`, (short, long) => `${short} as ${long}`),
          )
          .join(''),
      }))

      plugin.onResolve({ filter: /^\.\/[^/]+\.js$/ }, ({ path, importer, kind, namespace }) => {
        if (namespace === 'door' || kind === 'dynamic-import') return { path, external: true }
        const name = basename(path)
        const [here, there] = [namespace === 'home' ? importer : homes.get(importer), homes.get(name)]
        if (there === undefined) throw new Error(`${importer} imports ${path}, which is not in the build`)
        if (here === there) return { path: name, namespace: 'chunk' }
        return there === name ? { path, external: true } : { path: name, namespace: 'door' }
      })
      plugin.onLoad({ filter: /./, namespace: 'door' }, ({ path }) => ({
        contents: passOn(path, `./${homes.get(path)}`, (short, long) => `${long} as ${short}`),
      }))
      plugin.onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
        const map = contents.get(`${path}.map`)
        const link = map
          ? `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map.contents).toString('base64')}`
          : ''
        return { contents: `${asking(contents.get(path)?.text ?? '')}${link}` }
      })
    },
  }
}

/** The files as they are now, made of the sources as before. */
function told(before: Metafile, { outputs }: Metafile): Metafile {
  const known = Object.entries(outputs).map(([path, output]) => {
    const { entryPoint, cssBundle } = before.outputs[path] ?? {}
    const imports = output.imports.map(({ path, kind }) => ({ path: path.replace(/^\.\//, 'out/'), kind }))
    const { entryPoint: _, ...same } = output
    return [path, { ...same, imports, ...(entryPoint && { entryPoint }), ...(cssBundle && { cssBundle }) }] as const
  })
  const others = Object.entries(before.outputs).filter(([path]) => !/\.js(\.map)?$/.test(path))
  return { inputs: before.inputs, outputs: Object.fromEntries([...known, ...others]) }
}
