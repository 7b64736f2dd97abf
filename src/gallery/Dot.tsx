export function Dot({ colour }: { colour: string }) {
  return <span className="gallery-dot" style={{ '--dot': colour }} />
}
