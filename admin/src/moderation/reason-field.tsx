import { TextField, type TextFieldProps } from '@mui/material';

/** Most characters of a reason, as the API has it (`reason` in `proto/kit/field.ts`). */
export const longestReason = 500;

type ReasonFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'helperText' | 'slotProps'> & {
  value: string;
  onChange: (reason: string) => void;
  /** Readers of the reason, in a sentence. */
  readBy: string;
};

/** Where somebody with a role says why; no longer than the API takes. */
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
