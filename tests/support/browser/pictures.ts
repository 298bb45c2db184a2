import sharp from 'sharp'

/** Noise over a gradient, so that it neither packs to nothing nor looks like one colour. */
export const photo = (width = 1_000, height = 700) =>
  sharp({ create: { width, height, channels: 3, background: '#7a6', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })

/** A form as a browser sends it: its bytes and its content type. */
export async function formBody(
  fields: Record<string, string>,
  file?: { name: string; bytes: Uint8Array; type?: string },
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new File([new Uint8Array(file.bytes)], file.name, { type: file.type ?? 'image/jpeg' }))
  const response = new Response(form)
  return { payload: Buffer.from(await response.arrayBuffer()), headers: { 'content-type': response.headers.get('content-type') ?? '' } }
}
