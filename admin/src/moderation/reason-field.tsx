import { TextField, type TextFieldProps } from '@mui/material';

/** Maximum length of a reason, equal to the API's (`reason` in `proto/kit/field.ts`). */
export const longestReason = 500;

type ReasonFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'helperText' | 'slotProps'> & {
  value: string;
  onChange: (reason: string) => void;
  /** Sentence that tells who reads the reason. */
  readBy: string;
};

/** Input for a moderator's or administrator's reason, limited to the API's length. */
export const ReasonField = ({ label = 'Why', onChange, readBy, ...rest }: ReasonFieldProps) => (
  <TextField
    multiline
    {...rest}
    label={label}
    helperText={readBy}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ htmlInput: { maxLength: longestReason } }}
  />
);
