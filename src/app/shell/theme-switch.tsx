import { IconButton } from '#ui/icon-button.tsx'
import { useValue } from '../app-context.ts'
import { changeTheme, currentTheme } from '../theme.ts'

export function ThemeSwitch() {
  const dark = useValue(currentTheme) === 'dark'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? '明るい表示にする' : '暗い表示にする'}
      onClick={() => changeTheme(dark ? 'light' : 'dark')}
    />
  )
}
