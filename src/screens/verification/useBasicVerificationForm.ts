import { useEffect, useRef, useState } from 'react'
import {
  deleteBasicVerificationDraft,
  storeBasicVerificationFields,
  storeBasicVerificationPhoto,
  readBasicVerificationDraft,
} from './draft.ts'
import {
  emptyBasicVerificationFields,
  type BasicVerificationFields,
  type BasicVerificationFormData,
  type VerificationPhotoName,
} from './verificationForm.ts'

export interface BasicVerificationFormState {
  papers: BasicVerificationFormData
  change: (part: Partial<BasicVerificationFields>) => void
  /** Another picture is another file for the server. */
  setPhoto: (name: VerificationPhotoName, file: File | undefined) => void
  forget: () => Promise<void>
}

const writeAfterMs = 400

/** The form of basic verification, resumed where it was left; undefined while the draft is read. */
export function useBasicVerificationForm(initial: Partial<BasicVerificationFields>): BasicVerificationFormState | undefined {
  const [papers, setPapers] = useState<BasicVerificationFormData>()
  const first = useRef(initial)
  const isCleared = useRef(false)
  useEffect(() => {
    let isMounted = true
    void readBasicVerificationDraft().then(
      (draft) => isMounted && setPapers(draft ?? { ...emptyBasicVerificationFields, ...first.current, photos: {} }),
    )
    return () => {
      isMounted = false
    }
  }, [])
  useEffect(() => {
    if (!papers || isCleared.current) return
    const { photos: _photos, ...fields } = papers
    const timer = setTimeout(() => void (isCleared.current || storeBasicVerificationFields(fields)), writeAfterMs)
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
      void storeBasicVerificationPhoto(name, file)
    },
    forget: () => {
      isCleared.current = true
      return deleteBasicVerificationDraft()
    },
  }
}
