import { useEffect, useRef, useState } from 'react'
import { deleteVerificationDraft, storeVerificationFields, storeVerificationPhoto, readVerificationDraft } from './draft.ts'
import {
  emptyVerificationIdentityFields,
  type VerificationIdentityFields,
  type VerificationForm,
  type VerificationPhotoName,
} from './verificationForm.ts'

export interface VerificationFormState {
  papers: VerificationForm
  change: (part: Partial<VerificationIdentityFields>) => void
  /** Another picture is another file for the server. */
  setPhoto: (name: VerificationPhotoName, file: File | undefined) => void
  forget: () => Promise<void>
}

const writeAfterMs = 400

/** The form of basic verification, resumed where it was left; undefined while the draft is read. */
export function useVerificationForm(initial: Partial<VerificationIdentityFields>): VerificationFormState | undefined {
  const [papers, setPapers] = useState<VerificationForm>()
  const first = useRef(initial)
  const isCleared = useRef(false)
  useEffect(() => {
    let isMounted = true
    void readVerificationDraft().then(
      (draft) => isMounted && setPapers(draft ?? { ...emptyVerificationIdentityFields, ...first.current, photos: {} }),
    )
    return () => {
      isMounted = false
    }
  }, [])
  useEffect(() => {
    if (!papers || isCleared.current) return
    const { photos: _photos, ...fields } = papers
    const timer = setTimeout(() => void (isCleared.current || storeVerificationFields(fields)), writeAfterMs)
    return () => clearTimeout(timer)
  }, [papers])
  if (!papers) return undefined
  return {
    papers,
    change: (part) => setPapers((now) => now && { ...now, ...part }),
    setPhoto: (name, file) => {
      setPapers((now) => {
        if (!now) return now
        const { [name]: _photo, ...photos } = now.photos
        const { [name]: _id, ...fileIds } = now.fileIds
        return { ...now, fileIds, photos: file ? { ...photos, [name]: file } : photos }
      })
      void storeVerificationPhoto(name, file)
    },
    forget: () => {
      isCleared.current = true
      return deleteVerificationDraft()
    },
  }
}
