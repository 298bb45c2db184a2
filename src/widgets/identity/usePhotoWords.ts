import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/apiError.ts'
import { PhotoPreparationError } from './preparePhoto.ts'

/** Why a photo was not taken, in the person's language. The first three are the texts of docs/rules/interface.md. */
export function usePhotoErrorText(): (error: unknown) => string {
  const { t } = useLingui()
  const words = {
    notImage: t`please upload an image file`,
    loadError: t`image load error`,
    readFailure: t`file read failure`,
    tooLarge: t`The image is too large. 20 MB is the most.`,
  }
  return (error) => {
    if (error instanceof PhotoPreparationError) return words[error.problem]
    return error instanceof ApiError ? error.message : words.loadError
  }
}
