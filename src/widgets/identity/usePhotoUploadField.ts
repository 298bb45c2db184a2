import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { uploadPicture } from '#api/upload.ts'
import type { UploadPurpose } from '#contract/calls/uploads.ts'
import { preparePhoto } from './preparePhoto.ts'

/** One photo on its way or there. */
export interface PhotoUploadItem {
  key: string
  name: string
  /** Shows it here; undefined for one that was handed in before this screen opened. */
  preview: string | undefined
  /** How much of it has left the phone, 0..1; 1 while the server looks at it. */
  sent: number
  fileId?: string
  error?: unknown
}

interface PhotoUploadFieldOptions {
  biz: UploadPurpose
  value: readonly string[]
  onChange: (fileIds: string[]) => void
  maxPhotos: number
  /** Pictures to begin with that are not sent yet. */
  initialFiles?: readonly File[] | undefined
  /** One of those has been sent or is not wanted. */
  onInitialFileDone?: ((file: File) => void) | undefined
}

/** The photos of a field: each is made smaller and sent at once; what failed can be sent again. */
export function usePhotoUploadField({ biz, value, onChange, maxPhotos, initialFiles, onInitialFileDone }: PhotoUploadFieldOptions) {
  const [photos, setPhotos] = useState<readonly PhotoUploadItem[]>(() => value.map(uploadedPhotoItem))
  const files = useRef(new Map<string, { file: File; abortController: AbortController }>())
  const ids = useRef(value)
  ids.current = value
  const changeFileIds = (fileIds: string[]): void => {
    ids.current = fileIds
    onChange(fileIds)
  }
  useEffect(() => {
    const uploads = files.current
    return () => uploads.forEach(({ abortController }) => abortController.abort())
  }, [])
  const updatePhoto = (key: string, part: Partial<PhotoUploadItem>): void =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, ...part } : photo)))

  const uploadPhoto = async (key: string): Promise<void> => {
    const upload = files.current.get(key)
    if (!upload) return
    updatePhoto(key, { error: undefined, sent: 0 })
    try {
      const preparedFile = await preparePhoto(upload.file)
      const { fileId } = await uploadPicture(preparedFile, biz, {
        onProgress: (sent) => updatePhoto(key, { sent }),
        signal: upload.abortController.signal,
      })
      if (upload.abortController.signal.aborted) return
      updatePhoto(key, { fileId, sent: 1 })
      if (initialFiles?.includes(upload.file)) onInitialFileDone?.(upload.file)
      changeFileIds([...ids.current, fileId])
    } catch (error) {
      if (!upload.abortController.signal.aborted) updatePhoto(key, { error })
    }
  }

  const remove = ({ key, preview, fileId }: PhotoUploadItem): void => {
    const file = files.current.get(key)?.file
    if (file && initialFiles?.includes(file)) onInitialFileDone?.(file)
    files.current.get(key)?.abortController.abort()
    files.current.delete(key)
    if (preview) URL.revokeObjectURL(preview)
    setPhotos((all) => all.filter((photo) => photo.key !== key))
    if (fileId) changeFileIds(ids.current.filter((id) => id !== fileId))
  }

  const add = (selectedFiles: readonly File[]): void => {
    const added = selectedFiles.slice(0, maxPhotos - photos.length).map((file) => ({ ...newPhotoItem(file), file }))
    for (const { key, file } of added) files.current.set(key, { file, abortController: new AbortController() })
    setPhotos((all) => [...all, ...added.map(({ file: _file, ...photo }) => photo)])
    for (const { key } of added) void uploadPhoto(key)
  }
  const hasAddedInitialFiles = useRef(false)
  useEffect(() => {
    if (hasAddedInitialFiles.current || !initialFiles) return
    hasAddedInitialFiles.current = true
    add(initialFiles)
  })
  return {
    photos,
    add,
    retryUpload: (key: string): void => void uploadPhoto(key),
    remove,
  }
}

/** Only silence is worth trying again; what the server said no to stays a no. */
export const canRetryPhotoUpload = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || (error.code >= 500 && error.code < 600) || error.code === 429)

const newPhotoItem = (file: File): PhotoUploadItem => ({
  key: crypto.randomUUID(),
  name: file.name,
  preview: URL.createObjectURL(file),
  sent: 0,
})
const uploadedPhotoItem = (fileId: string): PhotoUploadItem => ({ key: fileId, name: '', preview: undefined, sent: 1, fileId })
