//! Methods compiled twice: for any machine, and for machines with AVX2. The choice is made at run time.

/// Defines methods by lines `fn name(arguments) = name_avx2 or name_portable;`. `name_portable` is written
/// by hand, and must be inlined.
#[macro_export]
macro_rules! wide {
    ($(
        $visible:vis fn $name:ident($($argument:ident: $of:ty),*) $(-> $result:ty)? =
            $avx2:ident or $portable:ident;
    )*) => {$(
        $visible fn $name(&mut self, $($argument: $of),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2, the only feature that the function requires.
                #[allow(unsafe_code)]
                return unsafe { self.$avx2($($argument),*) };
            }
            self.$portable($($argument),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $avx2(&mut self, $($argument: $of),*) $(-> $result)? {
            self.$portable($($argument),*)
        }
    )*};
}
#[doc(inline)]
pub use crate::wide;
