import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { nicknameLengthRange, profile } from '#contract/calls/profile.ts'
import { useApiWrite } from '#api/mutation.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { PhotoUploadField } from '#widgets/identity/PhotoUploadField.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

/** What others see as one's name. */
export function NicknameSheet({ nickname, onClose }: { nickname: string; onClose: () => void }) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const [text, setText] = useState(nickname)
  const [isTried, setTried] = useState(false)
  const save = useApiWrite(profile.saveProfile, { errors: 'inline' })
  const { least, most } = nicknameLengthRange
  const length = [...text.trim()].length
  const isWrong = length < least || length > most
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWrong) return
    const done = () => {
      onClose()
      showToast(t`Saved`, { tone: 'good' })
    }
    save.mutate({ body: { nickname: text } }, { onSuccess: done })
  }
  const rule = t`${least} to ${most} characters, in any script.`
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Nickname`}
      footer={
        <Button type="submit" form="nickname" size="large" wide busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="nickname" onSubmit={submit} noValidate>
        <TextField
          label={t`Nickname`}
          value={text}
          onChange={(next) => {
            save.reset()
            setText(next)
          }}
          autoComplete="nickname"
          enterKeyHint="done"
          autoFocus
          hint={rule}
          error={isTried && isWrong ? rule : words(save.error)}
        />
      </form>
    </BottomSheet>
  )
}

/** A new picture, or none. */
export function ProfilePictureSheet({ hasPicture, onClose }: { hasPicture: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const [files, setFiles] = useState<string[]>([])
  const save = useApiWrite(profile.saveProfile, { errors: 'inline' })
  const [avatar] = files
  const savePicture = (id: string) => {
    const done = () => {
      onClose()
      showToast(t`Saved`, { tone: 'good' })
    }
    save.mutate({ body: { avatar: id } }, { onSuccess: done })
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Your picture`}
      footer={
        <>
          <Button size="large" wide busy={save.isPending} disabled={avatar === undefined} onClick={() => avatar && savePicture(avatar)}>
            <Trans>Save</Trans>
          </Button>
          {hasPicture && (
            <Button kind="secondary" size="large" wide disabled={save.isPending} onClick={() => savePicture('')}>
              <Trans>Remove the picture</Trans>
            </Button>
          )}
        </>
      }
    >
      <PhotoUploadField
        biz="avatar"
        label={t`A square picture looks best`}
        value={files}
        onChange={setFiles}
        maxPhotos={1}
        error={words(save.error)}
      />
    </BottomSheet>
  )
}
