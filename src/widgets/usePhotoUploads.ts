import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { upload } from '#api/upload.ts'
import type { UploadBiz } from '#contract/calls/uploads.ts'
import { preparePhoto } from './preparePhoto.ts'

/** One photo on its way or there. */
export interface Photo {
  key: string
  name: string
  /** Shows it here; undefined for one that was handed in before this screen opened. */
  preview: string | undefined
  /** How much of it has left the phone, 0..1; 1 while the server looks at it. */
  sent: number
  fileId?: string
  error?: unknown
}

interface Ask {
  biz: UploadBiz
  value: readonly string[]
  onChange: (fileIds: string[]) => void
  most: number
  /** Pictures to begin with that are not sent yet. */
  given?: readonly File[] | undefined
  /** One of those has been sent or is not wanted. */
  onTaken?: ((file: File) => void) | undefined
}

/** The photos of a field: each is made smaller and sent at once; what failed can be sent again. */
export function usePhotoUploads({ biz, value, onChange, most, given, onTaken }: Ask) {
  const [photos, setPhotos] = useState<readonly Photo[]>(() => value.map(asKept))
  const files = useRef(new Map<string, { file: File; stop: AbortController }>())
  const ids = useRef(value)
  ids.current = value
  const tell = (fileIds: string[]): void => {
    ids.current = fileIds
    onChange(fileIds)
  }
  useEffect(() => {
    const kept = files.current
    return () => kept.forEach(({ stop }) => stop.abort())
  }, [])
  const change = (key: string, part: Partial<Photo>): void =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, ...part } : photo)))

  const send = async (key: string): Promise<void> => {
    const one = files.current.get(key)
    if (!one) return
    change(key, { error: undefined, sent: 0 })
    try {
      const ready = await preparePhoto(one.file)
      const { fileId } = await upload(ready, biz, { onProgress: (sent) => change(key, { sent }), signal: one.stop.signal })
      if (one.stop.signal.aborted) return
      change(key, { fileId, sent: 1 })
      if (given?.includes(one.file)) onTaken?.(one.file)
      tell([...ids.current, fileId])
    } catch (error) {
      if (!one.stop.signal.aborted) change(key, { error })
    }
  }

  const remove = ({ key, preview, fileId }: Photo): void => {
    const file = files.current.get(key)?.file
    if (file && given?.includes(file)) onTaken?.(file)
    files.current.get(key)?.stop.abort()
    files.current.delete(key)
    if (preview) URL.revokeObjectURL(preview)
    setPhotos((all) => all.filter((photo) => photo.key !== key))
    if (fileId) tell(ids.current.filter((id) => id !== fileId))
  }

  const add = (chosen: readonly File[]): void => {
    const added = chosen.slice(0, most - photos.length).map((file) => ({ ...asPhoto(file), file }))
    for (const { key, file } of added) files.current.set(key, { file, stop: new AbortController() })
    setPhotos((all) => [...all, ...added.map(({ file: _file, ...photo }) => photo)])
    for (const { key } of added) void send(key)
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !given) return
    begun.current = true
    add(given)
  })
  return {
    photos,
    add,
    again: (key: string): void => void send(key),
    remove,
  }
}

/** Only silence is worth trying again; what the server said no to stays a no. */
export const canSendAgain = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || (error.code >= 500 && error.code < 600) || error.code === 429)

const asPhoto = (file: File): Photo => ({ key: crypto.randomUUID(), name: file.name, preview: URL.createObjectURL(file), sent: 0 })
const asKept = (fileId: string): Photo => ({ key: fileId, name: '', preview: undefined, sent: 1, fileId })
